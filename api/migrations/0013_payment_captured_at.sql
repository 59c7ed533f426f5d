ALTER TABLE "payments" ADD COLUMN "captured_at" timestamp with time zone;--> statement-breakpoint
UPDATE "payments" SET "captured_at" = "created_at" WHERE "captured";
