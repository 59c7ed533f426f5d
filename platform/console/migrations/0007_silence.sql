-- Browsers that had a page and were not heard are a measure of their own. An e-value of 1 says nothing.
alter table evidence_points add column silent real not null default 1;
