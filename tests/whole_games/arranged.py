"""Games whose players bring about together what house players hardly ever do."""

from __future__ import annotations

from . import WholeGame

SIEGE = """
south: S07-S44; S44-S45-S26-S27-BSW1; end
west: W01-W31; end
north: end
east: end
south: BSW1-BSW2-W15-W14-W13-W12-W11; S@W11xW31; build W@W31; end
west: pass
west: raise WT1; end
north: end
east: end
south: W31-W01; S@W01-WT1; lower WT1; W01-WT1
"""

CASTLE = """
south: S38-S14-S15-S16-BS1-IS1-IS2; S28-S15-S16-BS1-IS1
north: N01-N13-N12; N03-N27; N05-N33; N07-N37; N09-N34; end
south: S31-S28-S15-S16-BS1; S36-S11-S12-S13-S14-S15-S16; S27-S28-S15;
    IS2-BSC2-BSC1-C1-C3-C2-BNC1; IS1-IS2-BSC2
north: N34-N26-N11; N33-N22-N21; N37-N24-N23; N28-N29-N17; end
south: BS1-IS1-IS2-BSC2-BSC1-C1-C3; S16-BS1-IS1-IS2-BSC2-BSC1-C1; S15-S16-BS1-IS1-IS2;
    BNC1-BNC2-IN2-IN1-BN1
north: N27-N28-N29-N32; end
south: BSC2-BSC1-C1-C3-C2-BNC1-BNC2; C3-C2-BNC1-BNC2-IN2-IN1; C1-C3-C2-BNC1-BNC2-IN2;
    IS2-BSC2-BSC1-C1-C3
north: end
south: BN1-N16-N15-N14-N13-N01-NT1; BNC2-IN2-IN1-BN1-N16-N15-N28; IN1-BN1-N16-N15-N14-N13-N12; end
north: pass
north: end
south: IN2-IN1-BN1-N16-N17; end
north: pass
north: end
south: C3-C2-BNC1-BNC2-IN2-IN1-BN1; N28-N27-N03-NT2; N12-N11; end
north: pass
north: end
south: N17-N18-N19-N20-N21; end
north: pass
north: end
south: BN1-N16-N15-N14-N13-N12-N35; end
north: pass
north: end
south: N11-N26-N34-N09-NT5; N21-N20-N19-N18-N17-N16-N15; N35-N12-N11-N26-N25-N24-N23; end
north: end
south: N15-N14-N13-N12-N11-NW7-NW6; N23-N22-N33-N05-NT3; end
north: end
south: NW6-N07-NT4
"""

IDLE = """
south: setup d1=K e1=2 f1=3 g1=2 h1=3 d2=1 e2=1 f2=2 g2=1 h2=1
north: setup d10=1 e10=1 f10=2 g10=1 h10=1 d11=3 e11=2 f11=3 g11=2 h11=K
south: skip
north: skip
"""
ROUNDS = """
south: d2-c2
north: h10-i10
south: c2-d2
north: i10-h10
"""

GIVING_UP = """
west: setup a5=K b5=1 a6=2 b6=1 a7=3 b7=2 a8=2 b8=1 a9=3 b9=1
north: setup e12=1 f12=1 g12=2 h12=1 i12=1 e13=3 f13=2 g13=3 h13=2 i13=K
south: setup e1=K f1=2 g1=3 h1=2 i1=3 e2=1 f2=1 g2=2 h2=1 i2=1
south: throw g8
west: throw h6
north: skip
south: e2-e3
west: b5-c5
south: resign
north: i12-i11
south: throw b3
west: c6-d6
north: i11-j11
south: throw g7
north: resign
"""


def _read(text: str) -> list[tuple[str, str]]:
    lines = text.strip().replace("\n    ", " ").split("\n")
    parts = (line.partition(": ") for line in lines if line)
    return [(seat, said) for seat, _, said in parts]


ARRANGED = (
    WholeGame("grand-conquest", {}, "siege_engine", _read(SIEGE)),
    WholeGame("grand-conquest", {"players": 2}, "immobilised", _read(CASTLE)),
    WholeGame(
        "armada", {"players": 2, "seats": "choice"}, "quiet_rounds", _read(IDLE + 20 * ROUNDS)
    ),
    WholeGame(
        "armada",
        {"players": 3, "seats": "choice", "terrain": True},
        "last_standing",
        _read(GIVING_UP),
    ),
)
