"""Frames as one file that moves: GIF and WebP."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO

from PIL import Image

from games.sharing.film import Frame

COLOURS = 255  # one of 256 is left for what stays as it was
# Each frame is stored as what has changed since the one before: that is a tenth of the size.
GIF = {"optimize": True, "disposal": 1}
WEBP = {"quality": 80, "method": 1, "kmin": 0, "kmax": 0}
SAMPLES = 4  # frames whose colours all frames share


def encode_gif(frames: Sequence[Frame]) -> bytes:
    """Return an animation as GIF that begins again at its end; all frames share their colours."""
    palette = _shared_palette([frame.image for frame in frames])
    few = [frame.image.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    return _save(few, frames, "GIF", GIF)


def encode_webp(frames: Sequence[Frame]) -> bytes:
    """Return an animation as WebP that begins again at its end."""
    whole = [frame.image for frame in frames]
    return _save(whole, frames, "WEBP", WEBP)


def _shared_palette(images: Sequence[Image.Image]) -> Image.Image:
    """Return the colours of some frames from the first to the last, as few as a GIF can have."""
    step = max(1, (len(images) - 1) // (SAMPLES - 1))
    chosen = [*images[::step][: SAMPLES - 1], images[-1]]
    width, height = images[0].size
    sheet = Image.new("RGB", (width, height * len(chosen)))
    for number, image in enumerate(chosen):
        sheet.paste(image, (0, height * number))
    return sheet.quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)


def _save(
    images: Sequence[Image.Image],
    frames: Sequence[Frame],
    form: str,
    options: Mapping[str, int],
) -> bytes:
    file, times = BytesIO(), [frame.stays for frame in frames]
    images[0].save(
        file, form, save_all=True, append_images=images[1:], duration=times, loop=0, **options
    )
    return file.getvalue()
