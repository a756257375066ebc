"""The revisions. They never import `schema`, which is newer than they are."""
