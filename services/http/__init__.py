"""The web: routes, problem documents, who asks, and the stream of news."""
