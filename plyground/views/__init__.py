"""Views: what web app, notebook and exported pages show, and the Python behind it.

view      static/NAME.js + static/NAME.css    draws a state, sends messages; knows no server
session   views/NAME.py                       answers messages by changing the state
desk      views/desk.py                       processes that think for sessions
page      page.py                             a view and its state as one file
"""
