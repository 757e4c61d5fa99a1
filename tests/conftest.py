"""What all tests share: hypothesis does not judge how fast the machine is."""

from hypothesis import HealthCheck, settings

settings.register_profile("messdeck", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("messdeck")
