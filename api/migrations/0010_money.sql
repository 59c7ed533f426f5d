CREATE TABLE "backups" (
	"id" serial PRIMARY KEY NOT NULL,
	"rows" integer NOT NULL,
	"files" integer NOT NULL,
	"bytes" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "course_changes" (
	"id" serial PRIMARY KEY NOT NULL,
	"variant" text NOT NULL,
	"price_in_rupees" integer NOT NULL,
	"plus_tax" boolean NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"changed_by" text NOT NULL,
	"reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "courses" (
	"variant" text PRIMARY KEY NOT NULL,
	"price_in_rupees" integer NOT NULL,
	"plus_tax" boolean NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "courses_price" CHECK ("courses"."price_in_rupees" > 0),
	CONSTRAINT "courses_status" CHECK ("courses"."status" in ('open', 'full', 'closed'))
);
--> statement-breakpoint
CREATE TABLE "enrolment_attempts" (
	"attempt" text PRIMARY KEY NOT NULL,
	"enrolment_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_problems" (
	"payment_id" text NOT NULL,
	"kind" text NOT NULL,
	"order_id" uuid,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"text" text NOT NULL,
	"told_at" timestamp with time zone,
	"settled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_problems_payment_id_kind_pk" PRIMARY KEY("payment_id","kind")
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "attempt" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "fault" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "seen_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "course_changes" ADD CONSTRAINT "course_changes_variant_courses_variant_fk" FOREIGN KEY ("variant") REFERENCES "public"."courses"("variant") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrolment_attempts" ADD CONSTRAINT "enrolment_attempts_enrolment_id_enrolments_id_fk" FOREIGN KEY ("enrolment_id") REFERENCES "public"."enrolments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_problems" ADD CONSTRAINT "payment_problems_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "course_changes_of" ON "course_changes" USING btree ("variant","id");--> statement-breakpoint
CREATE INDEX "enrolment_attempts_of" ON "enrolment_attempts" USING btree ("enrolment_id");--> statement-breakpoint
CREATE INDEX "payment_problems_open" ON "payment_problems" USING btree ("created_at") WHERE "payment_problems"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "orders_untied" ON "orders" USING btree ("attempt") WHERE "orders"."enrolment_id" is null;--> statement-breakpoint
CREATE INDEX "mails_given_up" ON "mails" USING btree ("created_at") WHERE "mails"."status" = 'failed' and "mails"."seen_at" is null;