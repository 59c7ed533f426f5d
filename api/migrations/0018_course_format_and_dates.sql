ALTER TABLE "course_changes" ADD COLUMN "place" text;--> statement-breakpoint
ALTER TABLE "course_changes" ADD COLUMN "next_dates" text;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "place" text;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "next_dates" text;--> statement-breakpoint
ALTER TABLE "enrolments" ADD COLUMN "format" text NOT NULL DEFAULT 'group';--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "format" text;--> statement-breakpoint
UPDATE "orders" SET "format" = 'group' WHERE "course" IS NOT NULL;
