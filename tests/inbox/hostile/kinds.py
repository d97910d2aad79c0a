"""The kinds of hostile mails."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from tests.inbox.hostile import forgeries, shapes, texts
from tests.inbox.hostile.draws import Draw, Kind
from tests.inbox.hostile.targets import HostileMail, Target

KINDS: Mapping[str, Kind] = {
    "parts 200 deep": shapes.nest_parts,
    "1,000 parts": shapes.add_parts,
    "thousands of fields": shapes.add_fields,
    "a field of 200 KB": shapes.stretch_field,
    "a field of thousands of lines": shapes.fold_field,
    "all fields folded": shapes.fold_known_fields,
    "zip that becomes 64 MB": shapes.attach_zip,
    "proved mail attached": shapes.attach_mail,
    "HTML of open tags": shapes.open_tags,
    "20,000 lines": shapes.add_lines,
    "more than 512 KB": shapes.write_too_much,
    "cut off": shapes.cut_mail,
    "forged author": forgeries.forge_author,
    "forged results of our server": forgeries.forge_own_results,
    "forged results below a foreign line": forgeries.forge_low_results,
    "results of other servers": forgeries.forge_other_results,
    "forged Sender": forgeries.forge_sender,
    "two in From": forgeries.forge_from,
    "repeated": forgeries.repeat_mail,
    "repeated, other Message-ID": forgeries.repeat_under_another_name,
    "repeated at another address": forgeries.repeat_elsewhere,
    "flipped bit in the token": forgeries.flip_bit,
    "expired token": forgeries.answer_expired,
    "token of another person": forgeries.answer_for_another,
    "token of another game": forgeries.answer_in_another_game,
    "token of another turn": forgeries.answer_another_turn,
    "forwarded letter": forgeries.answer_forwarded,
    "automatic reply": forgeries.reply_automatically,
    "bounce": forgeries.bounce,
    "mailing list": forgeries.post_to_list,
    "smuggled second mail": forgeries.smuggle,
    "wrong line ends": forgeries.confuse_lines,
    "wrong charset": texts.name_other_charset,
    "broken base64": texts.break_encoding,
    "NUL in orders": texts.write_nul,
    "marks of direction in orders": texts.write_backwards,
    "astral characters in orders": texts.write_astral,
    "letters that look alike": texts.write_lookalikes,
    "long text of marks": texts.write_marks,
    "orders in the subject": texts.write_into_subject,
    "noise in all fields": texts.write_noise,
    "fields in the Message-ID": texts.write_into_head,
}


def draw_mails(
    count: int, seed: int, targets: Sequence[Target]
) -> Iterator[tuple[str, HostileMail]]:
    """Yield ``count`` mails with their kinds, each kind as often as the others, by chance."""
    for number in range(count):
        of_kind, place = divmod(number, len(KINDS))
        # The order of each round has a seed of its own, so that a mail is the same in longer runs.
        order = Random(f"{seed} {of_kind}").sample(list(KINDS), len(KINDS))
        random = Random(f"{seed} {number}")
        draw = Draw(random.choice(targets), of_kind, random)
        yield order[place], KINDS[order[place]](draw)
