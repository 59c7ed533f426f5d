ALTER TABLE "orders" ADD COLUMN "course" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "plus_tax" boolean;--> statement-breakpoint
ALTER TABLE "payment_problems" ADD COLUMN "other_payment_id" text;--> statement-breakpoint
ALTER TABLE "payment_problems" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "respond_by" timestamp with time zone;
UPDATE "orders" o SET "course" = e."course", "plus_tax" = coalesce(
  (SELECT c."plus_tax" FROM "course_changes" c WHERE c."variant" = e."course" AND c."created_at" <= o."created_at" ORDER BY c."id" DESC LIMIT 1),
  (SELECT c."plus_tax" FROM "courses" c WHERE c."variant" = e."course")
) FROM "enrolments" e WHERE e."id" = o."enrolment_id";
