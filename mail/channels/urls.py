"""The addresses of the page of channels."""

from __future__ import annotations

from django.urls import path

from mail.channels import views

urlpatterns = [
    path("preferences/channels/", views.list_channels, name="channels"),
    path("preferences/channels/add/", views.add_webhook, name="add_webhook"),
    path("preferences/channels/order/", views.choose_order, name="choose_channel_order"),
    path("preferences/channels/<int:pk>/earlier/", views.move_earlier, name="move_channel"),
    path("preferences/channels/device/", views.add_push, name="add_push"),
    path("preferences/channels/<int:pk>/test/", views.test_channel, name="test_channel"),
    path("preferences/channels/<int:pk>/on/", views.switch_on_channel, name="switch_on_channel"),
    path("preferences/channels/<int:pk>/remove/", views.remove_channel, name="remove_channel"),
]
