-- While a release is rolled out, processes of the one before still write what migration 0004 gave other names to. To be
-- dropped by a later release, when none older than 0004 can run any more.
CREATE FUNCTION "orders_of_old_code"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW."status" := 'created';
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "orders_of_old_code" BEFORE INSERT OR UPDATE ON "orders" FOR EACH ROW
	WHEN (NEW."status" = 'open') EXECUTE FUNCTION "orders_of_old_code"();
--> statement-breakpoint
CREATE FUNCTION "payments_of_old_code"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW."status" = 'captured' THEN
		NEW."captured" := true;
	ELSE
		NEW."amount_refunded" := coalesce(NEW."amount", 0);
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "payments_of_old_code" BEFORE INSERT OR UPDATE ON "payments" FOR EACH ROW
	WHEN ((NEW."status" = 'captured' AND NOT NEW."captured") OR (NEW."status" = 'refunded' AND NEW."amount_refunded" = 0))
	EXECUTE FUNCTION "payments_of_old_code"();
