CREATE TABLE "disputes" (
	"id" text PRIMARY KEY NOT NULL,
	"payment_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"payment_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_status";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "expired_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "checked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "captured" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "currency" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "amount_refunded" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "disputes_payment" ON "disputes" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "refunds_payment" ON "refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "webhook_events_unreadable" ON "webhook_events" USING btree ("created_at") WHERE "webhook_events"."outcome" = 'unreadable';--> statement-breakpoint
UPDATE "payments" SET "captured" = true WHERE "status" = 'captured';--> statement-breakpoint
UPDATE "payments" SET "amount_refunded" = coalesce("amount", 0) WHERE "status" = 'refunded';--> statement-breakpoint
UPDATE "orders" SET "status" = 'refunded' WHERE "status" = 'paid'
	AND EXISTS (SELECT 1 FROM "payments" p WHERE p."order_id" = "orders"."id" AND p."status" = 'refunded')
	AND NOT EXISTS (SELECT 1 FROM "payments" p WHERE p."order_id" = "orders"."id" AND p."status" = 'captured');--> statement-breakpoint
UPDATE "orders" SET "status" = CASE WHEN EXISTS (SELECT 1 FROM "payments" p WHERE p."order_id" = "orders"."id") THEN 'failed' ELSE 'created' END
	WHERE "status" = 'open';--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_status" CHECK ("orders"."status" in ('pending', 'created', 'expired', 'attempted', 'failed', 'authorized', 'paid', 'partly_refunded', 'refunded', 'refund_failed', 'disputed', 'charged_back'));