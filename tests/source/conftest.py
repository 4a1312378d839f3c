"""Property tests run without a deadline: on a busy machine it fails what is right."""

from hypothesis import settings

settings.register_profile("steady", deadline=None)
settings.load_profile("steady")
