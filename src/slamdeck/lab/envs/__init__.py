"""Environments for agents that learn. One way of asking (`stepping`), four ways of being driven."""
