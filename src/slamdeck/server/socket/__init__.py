"""One WebSocket: frames, messages besides the table's, rates and queues."""
