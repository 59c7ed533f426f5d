ALTER TABLE "orders" ADD COLUMN "reconciled_at" timestamp with time zone;--> statement-breakpoint
UPDATE "orders" SET "reconciled_at" = "checked_at";
