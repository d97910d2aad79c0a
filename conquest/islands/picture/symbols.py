"""The symbols of the figures, by letter."""

from __future__ import annotations

from collections.abc import Mapping

from conquest.kit.picture.symbols import ELEPHANT, HORSE, cut_line, draw_lines, fill_shape

_SOLDIER = (
    fill_shape(
        "M24 6a7 7 0 0 1 7 7c0 2.7-1.5 5-3.7 6.2C31.5 21 34 25 35 31l1.5 10H13l1.5-10"
        "c1-6 3.5-10 6.2-11.8A7 7 0 0 1 17 13a7 7 0 0 1 7-7Z"
        "M39.5 3.5 42.5 9 41 10.5V43h-3V10.5L36.5 9Z"
    )
    + fill_shape(
        "M7 22.5c3 .3 5.5-.6 7.5-2 2 1.4 4.5 2.3 7.5 2 0 8-1.5 14.5-7.5 18C8.5 37 7 30.5 7 22.5Z"
    )
    + cut_line(
        "M7 22.5c3 .3 5.5-.6 7.5-2 2 1.4 4.5 2.3 7.5 2 0 8-1.5 14.5-7.5 18C8.5 37 7 30.5 7 22.5Z"
    )
)
_CHARIOT = (
    fill_shape("M4 8c5 5.5 11 5.5 17 5.5h8.5V28L46 24.2l.8 2.9L30 31.5H8.5C6 24 5.5 15.5 4 8Z")
    + fill_shape("M8 32.5a10.5 10.5 0 0 1 21 0 10.5 10.5 0 0 1-21 0Z")
    + cut_line("M18.5 32.5h0", 15.2)
    + draw_lines("M18.5 25v15M11 32.5h15M13.2 27.2l10.6 10.6M23.8 27.2 13.2 37.8", 1.7)
    + fill_shape("M15.9 32.5a2.6 2.6 0 0 1 5.2 0 2.6 2.6 0 0 1-5.2 0Z")
)
_SHIP = fill_shape(
    "M3 31h42c-2 7.5-8 11.5-21 11.5S5 38.5 3 31ZM22.7 4h2.6v25h-2.6Z"
    "M27 7c9 3.5 11.5 12 9.5 20.5H27ZM21 10c-6.5 3-9.5 9.5-9 17.5h9Z"
)
_GALLEON = fill_shape(
    "M2 23h8l2.5 6H35l3.5-7H47l-3.5 14.5C36.5 43.5 14 43.5 7 37Z"
    "M15.3 4h2.4v24h-2.4ZM29.3 3h2.4v25h-2.4Z"
    "M9 8.5h14.5c1.8 5.5 1.8 10.5 0 15.5H12c1.5-5.5.8-10.5-3-15.5Z"
    "M26 7h13c1.5 5 1.5 9.5 0 14.5H26.2c1.4-5 1.4-9.5-.2-14.5Z"
    "M31.7 2.5 38 4.2l-6.3 1.8Z"
)
_CAMEL = fill_shape(
    "M6 20c2-2.5 5-3.5 8-3 2-5 5-8.5 8-8.5s6 3.5 8 9c2.5.8 4.2.8 5.2-1.5L37 8c.5-2 2-3 4-3"
    "l4.5 1.5c1.2.6 1.2 2 .2 2.7L42 10.5c-.5 7-1 14.5-6 18L35 43h-4l-1.5-12H17l-3 12h-4"
    "l1-15c-2-1-3-2.5-3-4.5L6.5 33 4.5 32Z"
) + cut_line("M42 7.6h0", 2.2)
_CATAPULT = (
    fill_shape("M5 33h38v4H5ZM19 33 25.5 17h3L35 33h-4l-4-10.5L23 33Z")
    + fill_shape(
        "M12 4c3.5-2 7.5-.5 8.5 2.5.5 1.6.2 3-.6 4.2L31 25.5 28.5 28 16.5 13c-4.5.5-7.5-5-4.5-9Z"
    )
    + cut_line("M12.5 37.5h0M35.5 37.5h0", 14)
    + fill_shape(
        "M6.5 37.5a6 6 0 0 1 12 0 6 6 0 0 1-12 0ZM29.5 37.5a6 6 0 0 1 12 0 6 6 0 0 1-12 0Z"
    )
    + cut_line("M12.5 37.5h0M35.5 37.5h0", 4)
)
_SIEGE = (
    fill_shape("M12 4h5v4h4.5V4h5v4H31V4h5v9l-2 2 2.5 21h-25L14 15l-2-2Z")
    + cut_line("M15 20h18M14 28h20", 1.8)
    + cut_line("M24 24h0M24 12h0", 3.6)
    + cut_line("M14.5 38.5h0M33.5 38.5h0", 12.5)
    + fill_shape("M9.2 38.5a5.3 5.3 0 0 1 10.6 0 5.3 5.3 0 0 1-10.6 0Z")
    + fill_shape("M28.2 38.5a5.3 5.3 0 0 1 10.6 0 5.3 5.3 0 0 1-10.6 0Z")
    + cut_line("M14.5 38.5h0M33.5 38.5h0", 3.4)
)

SYMBOLS: Mapping[str, str] = {
    "S": _SOLDIER,
    "E": ELEPHANT,
    "C": _CHARIOT,
    "K": HORSE,
    "B": _SHIP,
    "G": _GALLEON,
    "M": _CAMEL,
    "T": _CATAPULT,
    "W": _SIEGE,
}
