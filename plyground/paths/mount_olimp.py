"""Mount Olimp: an invented mountain of 24 places, for A* and IDA* by hand.

                                        Dendra                                  north
                                                                                  ▲
                                                                   Dion           │
             Petra
                               Kedros
                                                       Myloi
                                     Artemis
                                        Laimos   Sela                       Thalassa
                Bara                                Muses
                            Skolio      OLIMP
    Pyrgos                                       Zonaria
                                  Skala    Aetos          Enipeas
                            Pan
                                                 Hermes               Litochoro: start

                               Mavros

                Karya
                                           Ampelos

A ring road joins the eight villages; five valleys lead inward, four huts stand where they end, and
ridges and faces lead on to the summit. Three columns of the picture are one to the east, a line is
one to the north (Sela lies one west of where it is drawn). Roads cost their Manhattan distance or
more (bends, climbs), so that distance never overestimates. The face of Aetos is the nearest way to
the top, and the wrong one: from Litochoro two ways around by Muses, Sela and Laimos tie at 23, nine
more than the distance.
"""

from plyground.paths.graph import Graph, graph_of

PLACES = {
    # villages on the ring road
    "Litochoro": (22, 6),
    "Ampelos": (13, 1),
    "Karya": (4, 2),
    "Pyrgos": (0, 9),
    "Petra": (3, 16),
    "Dendra": (12, 19),
    "Dion": (21, 17),
    "Thalassa": (24, 12),
    # valleys
    "Enipeas": (18, 8),
    "Mavros": (9, 4),
    "Bara": (4, 11),
    "Kedros": (9, 15),
    "Myloi": (17, 14),
    # huts
    "Hermes": (15, 6),
    "Pan": (8, 7),
    "Artemis": (11, 13),
    "Muses": (16, 11),
    # ridges and faces
    "Zonaria": (15, 9),
    "Skala": (10, 8),
    "Laimos": (12, 12),
    "Skolio": (8, 10),
    "Sela": (14, 12),
    "Aetos": (13, 8),
    # the summit
    "Olimp": (12, 10),
}
"""East, north."""

ROADS = (
    # the ring road
    ("Litochoro", "Ampelos", 14),
    ("Ampelos", "Karya", 11),
    ("Karya", "Pyrgos", 11),
    ("Pyrgos", "Petra", 12),
    ("Petra", "Dendra", 12),
    ("Dendra", "Dion", 12),
    ("Dion", "Thalassa", 8),
    ("Thalassa", "Litochoro", 8),
    # from the villages into the valleys
    ("Litochoro", "Enipeas", 6),
    ("Thalassa", "Myloi", 9),
    ("Dion", "Myloi", 7),
    ("Ampelos", "Mavros", 7),
    ("Ampelos", "Hermes", 8),
    ("Karya", "Mavros", 7),
    ("Pyrgos", "Bara", 6),
    ("Petra", "Bara", 7),
    ("Petra", "Kedros", 7),
    ("Dendra", "Kedros", 7),
    # up to the huts and along the ridges
    ("Enipeas", "Hermes", 6),
    ("Enipeas", "Muses", 8),
    ("Enipeas", "Zonaria", 4),
    ("Mavros", "Pan", 4),
    ("Mavros", "Hermes", 10),
    ("Bara", "Skolio", 5),
    ("Kedros", "Artemis", 4),
    ("Myloi", "Muses", 4),
    ("Myloi", "Sela", 8),
    ("Hermes", "Aetos", 6),
    ("Hermes", "Zonaria", 4),
    ("Pan", "Skala", 5),
    ("Pan", "Skolio", 3),
    ("Muses", "Sela", 3),
    ("Muses", "Zonaria", 4),
    ("Artemis", "Laimos", 3),
    ("Artemis", "Skolio", 8),
    ("Laimos", "Sela", 3),
    ("Zonaria", "Aetos", 6),
    ("Skala", "Aetos", 5),
    # the four ways to the top
    ("Skolio", "Olimp", 10),
    ("Skala", "Olimp", 7),
    ("Laimos", "Olimp", 3),
    ("Aetos", "Olimp", 12),
)
"""Both ways, with their costs."""


def mount_olimp() -> Graph:
    """The mountain, from the village of Litochoro to the summit."""
    number = {name: index for index, name in enumerate(PLACES)}
    return graph_of(
        len(PLACES),
        [(number[here], number[there], cost) for here, there, cost in ROADS],
        names=list(PLACES),
        points=list(PLACES.values()),
        start=number["Litochoro"],
        goals=[number["Olimp"]],
        title="mount_olimp",
    )
