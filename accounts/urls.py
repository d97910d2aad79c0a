"""The addresses of sign-up, sign-in, passkeys and preferences."""

from __future__ import annotations

from allauth.account import views as account
from allauth.mfa.webauthn import views as passkeys
from django.urls import URLPattern, path
from django.views.generic import RedirectView

from accounts import (
    appearance,
    bounce_banner,
    codes,
    demo,
    devices,
    email_views,
    invitation_optout,
    manner_views,
    openid_views,
    player_notes,
    reauthentication,
    second_address,
    unsubscribe,
    views,
)
from accounts.guests import as_visitor, keep_guest

sign_in: list[URLPattern] = [
    path("accounts/signup/", as_visitor(account.signup), name="account_signup"),
    path("accounts/login/", as_visitor(views.sign_in), name="account_login"),
    path(
        "accounts/login/code/",
        RedirectView.as_view(pattern_name="account_login", query_string=True),
        name="account_request_login_code",
    ),
    path(
        "accounts/login/code/confirm/",
        as_visitor(codes.SignInCodeView.as_view()),
        name="account_confirm_login_code",
    ),
    path(
        "accounts/login/passkey/",
        as_visitor(passkeys.login_webauthn),
        name="mfa_login_webauthn",
    ),
    path(
        "accounts/confirm-email/",
        as_visitor(codes.SignUpCodeView.as_view()),
        name="account_email_verification_sent",
    ),
    path("accounts/openid/", openid_views.begin, name="openid_begin"),
    path("accounts/openid/callback/", openid_views.finish, name="openid_callback"),
    path("accounts/openid/name/", openid_views.choose_name, name="socialaccount_signup"),
    path("accounts/login/demo/", demo.sign_in_demo_person, name="demo_sign_in"),
    path("accounts/logout/", keep_guest(account.logout), name="account_logout"),
    path("accounts/inactive/", account.account_inactive, name="account_inactive"),
]
keys: list[URLPattern] = [
    path("accounts/passkeys/", passkeys.list_webauthn, name="mfa_list_webauthn"),
    path("accounts/passkeys/add/", views.add_passkey, name="mfa_add_webauthn"),
    path(
        "accounts/passkeys/<int:pk>/name/",
        reauthentication.require_recent_sign_in(passkeys.edit_webauthn),
        name="mfa_edit_webauthn",
    ),
    path(
        "accounts/passkeys/<int:pk>/remove/",
        reauthentication.require_recent_sign_in(passkeys.remove_webauthn),
        name="mfa_remove_webauthn",
    ),
]
urlpatterns: list[URLPattern] = [
    *sign_in,
    *keys,
    path(
        "accounts/email/",
        RedirectView.as_view(pattern_name="preferences"),
        name="account_email",
    ),
    path("preferences/", views.preferences, name="preferences"),
    path("preferences/address/", email_views.new_email_page, name="change_address"),
    path("preferences/address/code/", email_views.new_email_code, name="address_code"),
    path(
        "preferences/channels/address/", second_address.second_address_page, name="second_address"
    ),
    path(
        "preferences/channels/address/code/",
        second_address.second_address_code,
        name="second_address_code",
    ),
    path("preferences/test-letter/", bounce_banner.send_test_letter, name="test_letter"),
    path(
        "preferences/test-letter/code/", bounce_banner.confirm_test_letter, name="test_letter_code"
    ),
    path("objection/<str:token>/", email_views.objection_page, name="objection"),
    path("objection/<str:token>/code/", email_views.objection_code, name="objection_code"),
    path(
        "preferences/providers/<int:pk>/separate/",
        openid_views.separate_provider,
        name="separate_provider",
    ),
    path("preferences/manners/", manner_views.choose_manners, name="manners"),
    path("preferences/time-zone/", views.take_time_zone, name="take_time_zone"),
    path("preferences/sign-out-elsewhere/", views.sign_out_elsewhere, name="sign_out_elsewhere"),
    path("unsubscribe/<str:token>/", unsubscribe.unsubscribe_page, name="unsubscribe"),
    path(
        "preferences/renew-unsubscribe/",
        unsubscribe.renew_unsubscribe_urls,
        name="renew_unsubscribe",
    ),
    path(
        "preferences/renew-reply-addresses/",
        views.renew_reply_addresses,
        name="renew_reply_addresses",
    ),
    path("players/<int:pk>/note/", player_notes.save_player_note, name="player_note"),
    path("preferences/sessions/", devices.list_sessions, name="sessions"),
    path("preferences/sessions/<int:pk>/end/", devices.end_session, name="end_session"),
    path("never/<str:token>/", invitation_optout.optout_page, name="never"),
    path("language/", appearance.choose_language, name="set_language"),
    path("theme/", appearance.choose_theme, name="set_theme"),
    path("names/", appearance.choose_field_names, name="set_names"),
]
