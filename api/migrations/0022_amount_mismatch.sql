UPDATE "payment_problems" SET "kind" = 'amount_mismatch' WHERE "kind" = 'misfit';
--> statement-breakpoint
UPDATE "alarms" SET "name" = replace("name", 'payment:misfit:', 'payment:amount_mismatch:') WHERE "name" LIKE 'payment:misfit:%';
--> statement-breakpoint
-- While a release is rolled out, processes of the one before still write the earlier name, and so do back-ups of them. To be
-- dropped by a later release, when none of both is left.
CREATE FUNCTION "payment_problems_of_old_code"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW."kind" := 'amount_mismatch';
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "payment_problems_of_old_code" BEFORE INSERT OR UPDATE ON "payment_problems" FOR EACH ROW
	WHEN (NEW."kind" = 'misfit') EXECUTE FUNCTION "payment_problems_of_old_code"();
