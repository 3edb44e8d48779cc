"""The web app: pages, one WebSocket, and a gate before both."""
