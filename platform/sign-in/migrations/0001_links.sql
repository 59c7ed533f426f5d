-- A link for somebody who is known; without a person it is an invitation of somebody new.
alter table invitations add column person_id uuid references people on delete cascade;
--> statement-breakpoint
-- Until now a second link in a name was one for the person of that name.
update invitations set person_id = people.id from people
where people.issuer = 'invitation' and people.subject = invitations.name;
