DROP INDEX "enquiries_created_at";--> statement-breakpoint
CREATE INDEX "enquiries_in_order" ON "enquiries" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "mails_in_order" ON "mails" USING btree ("created_at","id");