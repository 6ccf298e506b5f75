# Beam search for lines that lose little: layer by layer, a layer for each play. It proves nothing.

from libc.stdlib cimport qsort, realloc
from libc.string cimport memmove

from cards cimport u64
from loss cimport UNPROVEN, LeastLoss, Ray, entry, entry_g, find_state, note, reserve
from lossbound cimport bound_of
from options cimport Option, options_of
from points cimport Points, points_decode, rest_of
from position cimport Position
from states cimport State, states_add


cdef inline int compare_rays(const void *a, const void *b) noexcept nogil:
    cdef const Ray *one = <const Ray *>a
    cdef const Ray *other = <const Ray *>b
    if one.value != other.value:
        return -1 if one.value < other.value else 1
    return (one.key > other.key) - (one.key < other.key)


cdef inline bint beam_layer(LeastLoss *s, u64 width, u64 expansions) noexcept nogil:
    # Beam search: expand a layer of positions and keep so many of the next one, by what they lose at least and what they
    # would lose by stopping. False: it is over. Nothing is proven; this search is of use for nothing else afterwards.
    cdef Points *m = &s.points
    cdef State *found
    cdef Position at
    cdef Option *o
    cdef Ray *rays
    cdef u64 r, room, count = s.layer
    cdef int i, g, f, total, rest
    for r in range(s.layer if s.layer < expansions else expansions):
        found = find_state(&s.states, s.rays[r].key)
        if found == NULL:
            s.outcome = UNPROVEN
            return False
        g = entry_g(found.rest)
        points_decode(m, s.rays[r].key, &at)
        options_of(m, &at, &s.component, &s.options)
        s.expanded += 1
        s.generated += s.options.count
        for i in range(s.component.count):
            note(s, g + rest_of(m, &at, s.component.vector[i].foundations), s.rays[r].key, 0,
                 s.component.vector[i].foundations)
        for i in range(s.options.count):
            o = &s.options.option[i]
            total = g + o.loss
            rest = total + rest_of(m, &o.position, o.position.foundations)
            note(s, rest, s.rays[r].key, o.hash, o.position.foundations)
            if total >= s.upper:
                continue
            found = find_state(&s.states, o.hash)
            if found != NULL and entry_g(found.rest) <= total:
                s.repeated += 1
                continue
            f = total + bound_of(s, &o.position, s.upper - 1 - total)
            if f >= s.upper:
                s.bounded += 1
                continue
            if count == s.rays_room:
                room = 2 * s.rays_room + 1024
                if not reserve(s, (room - s.rays_room) * sizeof(Ray)):
                    return False
                rays = <Ray *>realloc(s.rays, room * sizeof(Ray))
                if rays == NULL:
                    return False
                s.rays = rays
                s.rays_room = room
            if found != NULL:
                found.rest = entry(s.rays[r].key, s.level, total)
            elif not states_add(&s.states, o.hash, entry(s.rays[r].key, s.level, total)):
                return False
            s.rays[count].key = o.hash
            s.rays[count].value = 4 * f + rest
            count += 1
    count -= s.layer
    memmove(s.rays, s.rays + s.layer, count * sizeof(Ray))
    qsort(s.rays, count, sizeof(Ray), compare_rays)
    s.layer = count if count < width else width
    return s.layer > 0


cdef inline bint beam_begin(LeastLoss *s) noexcept nogil:
    if reserve(s, 1024 * sizeof(Ray)):
        s.rays = <Ray *>realloc(NULL, 1024 * sizeof(Ray))
    if s.rays == NULL:
        return False
    s.rays_room = 1024
    s.rays[0].key = s.start_key
    s.layer = 1
    return True
