CREATE TABLE "alarms" (
	"name" text PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"raised_at" timestamp with time zone DEFAULT now() NOT NULL,
	"told_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "mails" ALTER COLUMN "form" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ALTER COLUMN "fields" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "enquiries" ADD COLUMN "status" text DEFAULT 'new' NOT NULL;--> statement-breakpoint
ALTER TABLE "enquiries" ADD COLUMN "signals" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "enquiries" ADD COLUMN "notice" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "message" jsonb;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "suspect" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "signals" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "notice" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "lease" uuid;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "queued_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "enquiries" ADD CONSTRAINT "enquiries_status" CHECK ("enquiries"."status" in ('new', 'suspect'));
--> statement-breakpoint
WITH caught AS (
	DELETE FROM "honeypot_catches" WHERE "form" in ('home', 'modal', 'contact', 'studio') AND "fields"->>'email' <> '' RETURNING *
)
INSERT INTO "enquiries" ("id", "submission_key", "form", "fname", "lname", "name", "email", "phone", "subject", "message", "status", "signals", "created_at")
SELECT "id", 'caught:' || "id", "form", "fields"->>'fname', "fields"->>'lname', "fields"->>'name', "fields"->>'email', coalesce("fields"->>'phone', "fields"->>'number', ''), "fields"->>'subject', "fields"->>'message', 'suspect', '{hidden-field}', "created_at" FROM caught;
