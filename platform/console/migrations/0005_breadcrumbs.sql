-- What one visitor did before an error of this cause: pages by pattern, clicks by element, calls by status.
alter table causes add column before jsonb;
