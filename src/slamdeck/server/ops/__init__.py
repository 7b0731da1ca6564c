"""What an operator looks at: metrics, and when Python collects garbage."""
