"""The searches against brute force on random graphs: cycles, self-loops, free steps, bad heuristics, tiny tables."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from random import Random

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st
from klondike_solver.search import Result, Status, Step, a_star, depth_first, ida_star

State = tuple[int, int]
Action = tuple[int, int]

TABLE_SIZES = [0, 1, 2, 5, None]

more_examples = settings(max_examples=500)


@dataclass(frozen=True)
class Graph:
    """A weighted graph, searched from vertex 0, in which each vertex has two sides that share a key.

    An action is (side, number of the edge), and can only be done on its side; an edge may change sides. So a path that
    was pieced together from states that merely share their keys cannot be played.
    """

    vertices: int
    edges: tuple[tuple[int, int, int, bool], ...]
    goals: frozenset[int]
    noise: tuple[tuple[int, int], ...]
    """Any number for each side of each vertex, turned into a heuristic."""

    def initial_state(self) -> State:
        return (0, 0)

    def successors(self, state: State) -> Iterator[Step[Action, State]]:
        vertex, side = state
        # The order of the steps differs between the sides.
        numbers = range(len(self.edges))
        for number in numbers if side == 0 else reversed(numbers):
            source, target, cost, change = self.edges[number]
            if source == vertex:
                yield Step((side, number), (target, side ^ change), cost)

    def is_goal(self, state: State) -> bool:
        return state[0] in self.goals

    def key(self, state: State) -> int:
        return state[0]

    def costs(self) -> list[float]:
        """Return the true cost from each vertex to the nearest goal, by plain relaxation."""
        costs = [0 if vertex in self.goals else math.inf for vertex in range(self.vertices)]
        for _ in range(self.vertices):
            for source, target, cost, _ in self.edges:
                costs[source] = min(costs[source], cost + costs[target])
        return costs

    def reachable(self) -> set[int]:
        """Return the vertices that can be reached."""
        seen = {0}
        layer = seen
        while layer:
            layer = {target for source, target, _, _ in self.edges if source in layer} - seen
            seen |= layer
        return seen

    def check_path(self, result: Result[Action]) -> None:
        """Play the path of a result on the graph."""
        assert result.path is not None
        vertex, side = 0, 0
        total = 0
        for played_on, number in result.path:
            source, target, cost, change = self.edges[number]
            assert (played_on, source) == (side, vertex)
            vertex, side, total = target, side ^ change, total + cost
        assert vertex in self.goals
        assert total == result.cost


class InformedGraph(Graph):
    """A graph with a heuristic that is admissible and as a rule not consistent."""

    def heuristic(self, state: State) -> int:
        true_cost = self.costs()[state[0]]
        noise = self.noise[state[0]][state[1]]
        return noise if true_cost == math.inf else noise % (int(true_cost) + 1)


def random_graph(random: Random, kind: type[Graph], goal: bool | None) -> Graph:
    """Make a graph in which most vertices can be reached and many cycles close."""
    vertices = random.randint(4, 7)

    def edge(source: int, target: int) -> tuple[int, int, int, bool]:
        return source, target, random.choice((0, 1, 1, 2, 3)), random.random() < 0.5

    edges = [edge(random.randrange(target), target) for target in range(1, vertices) if random.random() < 0.9]
    edges += [
        edge(random.randrange(vertices), random.randrange(vertices)) for _ in range(random.randint(3, 2 * vertices))
    ]
    random.shuffle(edges)
    if goal is None:
        goal = random.random() < 0.7
    goals = set(random.sample(range(1, vertices), random.randint(1, 2))) if goal else set()
    noise = tuple((random.randint(0, 12), random.randint(0, 12)) for _ in range(vertices))
    return kind(vertices, tuple(edges), frozenset(goals), noise)


def graphs(kind: type[Graph] = Graph, goal: bool | None = None) -> st.SearchStrategy[Graph]:
    """Draw random graphs; ``goal`` says whether there is a goal, be it out of reach.

    Graphs grow from a seed: built from choices of the strategy's own they turn out poor, most of them with free ways.
    """
    return st.integers(0, 2**64).map(lambda seed: random_graph(Random(seed), kind, goal))


def check_verdict(graph: Graph, result: Result[Action]) -> None:
    """Check found or exhausted, and that what was found can be played."""
    if graph.costs()[0] == math.inf:
        assert result.status is Status.EXHAUSTED
        assert (result.path, result.cost, result.lower_bound, result.is_optimal) == (None, None, None, False)
    else:
        assert result.status is Status.FOUND
        graph.check_path(result)


def check_optimal(graph: Graph, result: Result[Action]) -> None:
    """Check the verdict and that the cost is the lowest."""
    event(f"{result.status}, cost {result.cost}")
    check_verdict(graph, result)
    if result.status is Status.FOUND:
        assert result.cost == graph.costs()[0]
        assert result.is_optimal


@more_examples
@given(graphs(), st.sampled_from(TABLE_SIZES))
def test_depth_first_tells_what_can_be_reached(graph: Graph, table_size: int | None) -> None:
    result = depth_first(graph, table_size=table_size)
    check_verdict(graph, result)
    if table_size is not None:
        assert result.statistics.stored <= table_size
    else:
        assert result.statistics.nodes <= len(graph.reachable())
        assert result.statistics.evictions == 0


@more_examples
@given(graphs(goal=False))
def test_depth_first_visits_every_state_once_and_more_often_with_a_smaller_table(graph: Graph) -> None:
    nodes = {size: depth_first(graph, table_size=size).statistics.nodes for size in TABLE_SIZES}
    reachable = len(graph.reachable())
    assert nodes[None] == reachable
    event(f"expanded again without a table: {nodes[0] > reachable}")
    assert min(nodes.values()) == reachable
    assert max(nodes.values()) == nodes[0]


@more_examples
@given(graphs(InformedGraph))
def test_a_star_finds_cheapest_paths(graph: Graph) -> None:
    result = a_star(graph)
    check_optimal(graph, result)
    assert result.statistics.stored <= len(graph.reachable())
    assert result.statistics.nodes <= result.statistics.stored + result.statistics.reopened
    event(f"opened again: {result.statistics.reopened > 0}")


@more_examples
@given(graphs())
def test_a_star_without_a_heuristic_opens_nothing_again(graph: Graph) -> None:
    result = a_star(graph)
    check_optimal(graph, result)
    assert result.statistics.reopened == 0


@more_examples
@given(st.one_of(graphs(), graphs(InformedGraph)), st.sampled_from(TABLE_SIZES))
def test_ida_star_finds_cheapest_paths(graph: Graph, table_size: int | None) -> None:
    result = ida_star(graph, table_size=table_size)
    check_optimal(graph, result)
    if table_size is not None:
        assert result.statistics.stored <= table_size


@more_examples
@given(graphs(InformedGraph), st.integers(0, 12), st.sampled_from([a_star, ida_star]))
def test_the_bound_of_an_aborted_search_is_true(
    graph: Graph, max_nodes: int, search: Callable[..., Result[Action]]
) -> None:
    result = search(graph, max_nodes=max_nodes)
    if not result.status.is_answer:
        event("aborted")
        assert result.lower_bound <= graph.costs()[0]


@more_examples
@given(
    st.one_of(graphs(), graphs(InformedGraph)),
    st.sampled_from([a_star, depth_first, ida_star]),
)
def test_the_node_budget_is_exact(graph: Graph, search: Callable[..., Result[Action]]) -> None:
    free = search(graph)
    needed = free.statistics.nodes
    for max_nodes in {0, 1, needed - 1, needed // 2} & set(range(needed)):
        result = search(graph, max_nodes=max_nodes)
        assert result.status is Status.NODE_LIMIT
        assert result.statistics.nodes == max_nodes
        assert result.path is None
    enough = search(graph, max_nodes=needed)
    assert (enough.status, enough.path) == (free.status, free.path)


@more_examples
@given(graphs(InformedGraph))
def test_a_star_holds_no_more_states_than_it_may(graph: Graph) -> None:
    needed = a_star(graph).statistics.stored
    assert a_star(graph, max_states=needed).status.is_answer
    if needed > 1:
        result = a_star(graph, max_states=needed - 1)
        assert result.status is Status.MEMORY_LIMIT
        assert result.statistics.stored == needed - 1
        assert result.lower_bound <= graph.costs()[0]


@more_examples
@given(graphs(), st.integers(0, 6), st.sampled_from(TABLE_SIZES))
def test_a_depth_first_path_is_no_longer_than_it_may_be(graph: Graph, max_depth: int, table_size: int | None) -> None:
    result = depth_first(graph, max_depth=max_depth, table_size=table_size)
    assert result.statistics.max_depth <= max_depth
    if result.status is not Status.MEMORY_LIMIT:
        check_verdict(graph, result)
    else:
        event("too deep")
        assert depth_first(graph, table_size=table_size).statistics.max_depth > max_depth


@pytest.mark.parametrize("search", [a_star, ida_star, depth_first])
def test_cycles_of_free_steps_end(search: Callable[..., Result[Action]]) -> None:
    ring = [(vertex, (vertex + 1) % 5, 0, False) for vertex in range(5)]
    loops = [(vertex, vertex, 0, True) for vertex in range(5)]
    lost = Graph(6, tuple(loops + ring), frozenset({5}), ((0, 0),) * 6)
    result = search(lost)
    assert result.status is Status.EXHAUSTED
    assert result.statistics.nodes == 5


def test_a_star_opens_again_what_it_closed_too_early() -> None:
    # The dear way to vertex 2 looks better at first, so 2 and 3 are closed before the cheap way to 2 is known.
    edges = ((0, 1, 1, False), (0, 2, 3, False), (1, 2, 1, False), (2, 3, 1, False), (3, 4, 4, False))
    noise = ((0, 0), (6, 6), (0, 0), (0, 0), (0, 0))
    graph = InformedGraph(5, edges, frozenset({4}), noise)
    assert [graph.heuristic((vertex, 0)) for vertex in range(5)] == [0, 6, 0, 0, 0]
    result = a_star(graph)
    assert result.cost == 7
    assert result.path == ((0, 0), (0, 2), (0, 3), (0, 4))
    assert result.statistics.reopened == 2


def test_an_exhausted_search_without_a_table_walks_every_path() -> None:
    # A complete graph of five vertices has 1 + 4 + 12 + 24 + 24 paths from a vertex that repeat none.
    edges = tuple((source, target, 1, False) for source in range(5) for target in range(5) if source != target)
    complete = Graph(5, edges, frozenset(), ((0, 0),) * 5)
    assert depth_first(complete, table_size=0).statistics.nodes == 65
    assert depth_first(complete).statistics.nodes == 5
    sizes = [depth_first(complete, table_size=size).statistics.nodes for size in (0, 2, 5)]
    assert all(more >= less for more, less in pairwise(sizes))
