"""Reports as one page of HTML that needs no network and no server."""
