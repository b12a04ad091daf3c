"""`python -S -P -s /opt/room/assay_session`: one pytest run in an interpreter of its own, where a warm one does not do."""

import sys

sys.path.insert(0, "/opt/room")

from assay_session import session

session.main()
