CREATE TABLE "enrolments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"submission_key" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"course" text NOT NULL,
	"notice" text,
	"abandoned_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "enrolments_submission_key_unique" UNIQUE("submission_key")
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "enrolment_id" uuid;--> statement-breakpoint
CREATE INDEX "enrolments_in_order" ON "enrolments" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "enrolments_email" ON "enrolments" USING btree (lower("email"));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_enrolment_id_enrolments_id_fk" FOREIGN KEY ("enrolment_id") REFERENCES "public"."enrolments"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_enrolment" ON "orders" USING btree ("enrolment_id");