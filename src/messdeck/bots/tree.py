"""Information-set tree search over sampled worlds, as loops over a kernel and its rule player (for the twin).

One tree for all worlds, its edges the actions seen at the table (Cowling, Powley and Whitehouse 2012), so
that nobody in it acts on cards he cannot see; each seat seeks its own utility. Actions are chosen by PUCT:
the rule player's has more than its share beforehand. `compare` then plays every action of the root out in
the same worlds, along what the tree has learnt.
"""

from __future__ import annotations

from math import sqrt

from messdeck.bots.rollouts import load, rollout
from messdeck.core.bits import advance
from messdeck.core.protocol import Row, apply, choose, legal, refusal, turn, utility

INLINE = False

# Cells before the nodes.
NODES = 0  # how many there are
LOW = 1  # the least and the greatest utility met
HIGH = 2
FIRST_NODE = 4

# Cells of a node, after its place.
ACTION = 0
CHILD = 1  # the place of its first child, or 0
NEXT = 2  # of its next sibling, or 0
VISITS = 3
TOTAL = 4  # utility to the seat that chose this node, summed over the visits
NODE = 5

EXPLORE = 0.6
"""How much visits elsewhere speak for an action that was seldom tried (utilities counted from 0 to 1)."""
FAVOUR = 0.5
"""The share of the rule player's action beforehand; the other actions share the rest."""
LEARNT = 12
"""Visits that an action in the tree needs before `compare` follows it."""


def clear(tree: Row) -> None:
    """An empty tree: the root alone."""
    tree[NODES] = 1
    tree[LOW] = 0
    tree[HIGH] = 1
    for i in range(NODE):
        tree[FIRST_NODE + i] = 0


def add_child(tree: Row, node: int, action: int) -> int:
    """A new node below another; its place, 0 when the tree is full."""
    place = FIRST_NODE + tree[NODES] * NODE
    if place + NODE > len(tree):
        return 0
    tree[NODES] += 1
    tree[place + ACTION] = action
    tree[place + CHILD] = 0
    tree[place + NEXT] = tree[node + CHILD]
    tree[place + VISITS] = 0
    tree[place + TOTAL] = 0
    tree[node + CHILD] = place
    return place


def find_child(tree: Row, node: int, action: int) -> int:
    """The place of the child of an action, or 0."""
    child = tree[node + CHILD]
    while child > 0 and tree[child + ACTION] != action:
        child = tree[child + NEXT]
    return child


def select(tree: Row, node: int, row: Row, who: int, out: Row, favourite: int, choices: int) -> int:
    """The action to try in a node by PUCT; `out` holds the `choices` legal ones."""
    visits = 0
    total = 0
    child = tree[node + CHILD]
    while child > 0:
        if refusal(row, who, tree[child + ACTION]) == 0:
            visits += tree[child + VISITS]
            total += tree[child + TOTAL]
        child = tree[child + NEXT]
    spread = tree[HIGH] - tree[LOW]
    urge = EXPLORE * sqrt(1.0 + visits)
    untried = total / visits if visits else 0.0
    other_share = (1.0 - FAVOUR) / max(1, choices - 1)
    best = favourite
    most = -1e300
    for i in range(choices):
        action = out[i]
        share = FAVOUR if action == favourite else other_share
        child = find_child(tree, node, action)
        tried = tree[child + VISITS] if child > 0 else 0
        mean = tree[child + TOTAL] / tried if tried > 0 else untried
        score = (mean - tree[LOW]) / spread + urge * share / (1.0 + tried)
        if score > most:
            most = score
            best = action
    return best


def grow(
    tree: Row,
    worlds: Row,
    count: int,
    size: int,
    actions: Row,
    choices: int,
    iterations: int,
    row: Row,
    out: Row,
    path: Row,
    state: int,
) -> int:
    """Go through the tree so many times, in each world in turn: down to where it ends, one node more, a
    rollout, and its utilities back up. The actions of the root come by turns. The random state."""
    for i in range(iterations):
        state = advance(state)
        world = i // choices % count
        load(worlds, world, size, row, state)
        depth = descend(tree, row, actions[i % choices], out, path)
        state = rollout(row, out, state)
        for step in range(depth):
            value = utility(row, path[2 * step + 1])
            tree[LOW] = min(tree[LOW], value)
            tree[HIGH] = max(tree[HIGH], value)
            tree[path[2 * step] + VISITS] += 1
            tree[path[2 * step] + TOTAL] += value
    return state


def descend(tree: Row, row: Row, first: int, out: Row, path: Row) -> int:
    """Play from the root by the tree, an action of the root first, until a node is new; the nodes passed
    and the seats that chose them go into the path. How many."""
    node = FIRST_NODE
    depth = 0
    action = first
    who = turn(row)
    while who >= 0:
        if depth > 0:
            favourite = choose(row, who, out)
            n = legal(row, who, out)
            action = favourite if n == 1 else select(tree, node, row, who, out, favourite, n)
        child = find_child(tree, node, action)
        is_new = child == 0
        if is_new:
            child = add_child(tree, node, action)
            if child == 0:
                return depth
        path[2 * depth] = child
        path[2 * depth + 1] = who
        depth += 1
        apply(row, who, action)
        if is_new:
            return depth
        node = child
        who = turn(row)
    return depth


def follow(tree: Row, row: Row, first: int, out: Row, state: int) -> int:
    """Play a world out: the given action, then what the tree has learnt, then as in a rollout."""
    node = find_child(tree, FIRST_NODE, first)
    apply(row, turn(row), first)
    who = turn(row)
    while who >= 0 and node > 0:
        best = 0
        child = tree[node + CHILD]
        while child > 0:
            if tree[child + VISITS] >= LEARNT and (best == 0 or tree[child + VISITS] > tree[best + VISITS]):
                if refusal(row, who, tree[child + ACTION]) == 0:
                    best = child
            child = tree[child + NEXT]
        if best > 0:
            apply(row, who, tree[best + ACTION])
            who = turn(row)
        node = best
    return rollout(row, out, state)


def compare(
    tree: Row,
    worlds: Row,
    count: int,
    size: int,
    actions: Row,
    choices: int,
    seat: int,
    row: Row,
    out: Row,
    values: Row,
    state: int,
) -> None:
    """For each of `count` worlds (see `load`) and each action, the utility to the seat after one rollout
    along what the tree has learnt (nothing, if it is empty), into `values` world by world. In one world
    every action meets the same random numbers, so that differences between actions are paired."""
    for world in range(count):
        state = advance(state)
        for choice in range(choices):
            load(worlds, world, size, row, state)
            follow(tree, row, actions[choice], out, state)
            values[world * choices + choice] = utility(row, seat)
