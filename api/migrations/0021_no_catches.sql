-- contract: an earlier program that kept suspects there is long gone; 0002 made its rows enquiries.
DROP TABLE "honeypot_catches" CASCADE;