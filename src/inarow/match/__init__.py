"""Games between players: openings, clocks, schedules, statistics, the store, many at once."""
