-- Of an experiment: networks whose visitor reached the goal, the e-value that the releases differ, and what is still possible.
alter table evidence_points add column reached_a integer;
alter table evidence_points add column reached_b integer;
alter table evidence_points add column goal real;
alter table evidence_points add column least real;
alter table evidence_points add column most real;
