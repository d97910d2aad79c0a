"""The URLs of the API, and of the pages about it."""

from __future__ import annotations

from django.urls import path

from api import program_views, reference, views
from api.hooks import views as hooks
from api.site import api

urlpatterns = [
    path("api/", reference.show_reference, name="api_reference"),
    path("api/v1/", api.urls),
    path("preferences/programs/", views.list_tokens, name="tokens"),
    path("preferences/programs/new/", views.make_token, name="token_make"),
    path("preferences/programs/bots/new/", program_views.make_program, name="bot_make"),
    path("preferences/programs/bots/<int:pk>/stop/", program_views.stop_program, name="bot_stop"),
    path(
        "preferences/programs/bots/<int:pk>/start/", program_views.start_program, name="bot_start"
    ),
    path(
        "preferences/programs/bots/<int:pk>/delete/",
        program_views.delete_program,
        name="bot_delete",
    ),
    path("preferences/programs/bots/<int:pk>/token/", program_views.make_token, name="bot_token"),
    path("preferences/programs/<int:pk>/revoke/", views.revoke_token, name="token_revoke"),
    path("preferences/programs/hooks/", hooks.list_hooks, name="hooks"),
    path("preferences/programs/hooks/add/", hooks.add_hook, name="hook_add"),
    path("preferences/programs/hooks/<int:pk>/", hooks.show_hook, name="hook"),
    path("preferences/programs/hooks/<int:pk>/secret/", hooks.renew_secret, name="hook_renew"),
    path("preferences/programs/hooks/<int:pk>/test/", hooks.test_hook, name="hook_test"),
    path("preferences/programs/hooks/<int:pk>/on/", hooks.switch_on_hook, name="hook_on"),
    path("preferences/programs/hooks/<int:pk>/remove/", hooks.remove_hook, name="hook_remove"),
]
