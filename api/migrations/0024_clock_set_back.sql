-- As before, but a minute that begins in time to come is over: the clock was set back, and nobody waits until it is there again.
CREATE OR REPLACE FUNCTION "limiter"."take"(
	call_bucket text, call_submission text, call_bytes bigint, call_at timestamptz, per_minute integer, most_calls integer,
	OUT calls integer, OUT submissions integer, OUT bytes double precision, OUT is_repeat boolean, OUT wait double precision
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
	taken_at timestamptz := coalesce(call_at, clock_timestamp());
	kept "limiter"."counts"%ROWTYPE;
BEGIN
	is_repeat := EXISTS (
		SELECT FROM "limiter"."admitted"
		WHERE bucket = call_bucket AND submission = call_submission AND at > taken_at - interval '1 minute'
	);
	INSERT INTO "limiter"."counts" AS c (bucket, since, calls, submissions, bytes)
	VALUES (call_bucket, taken_at, 1, CASE WHEN is_repeat THEN 0 ELSE 1 END, call_bytes)
	ON CONFLICT (bucket) DO UPDATE SET (since, calls, submissions, bytes) = (
		SELECT
			CASE WHEN goes_on THEN c.since ELSE excluded.since END,
			CASE WHEN goes_on THEN c.calls ELSE 0 END + excluded.calls,
			CASE WHEN goes_on THEN c.submissions ELSE 0 END + excluded.submissions,
			CASE WHEN goes_on THEN c.bytes ELSE 0 END + excluded.bytes
		FROM (SELECT abs(extract(epoch FROM excluded.since - c.since)) < 60 AS goes_on) AS minute
	)
	RETURNING c.* INTO kept;
	IF NOT is_repeat AND kept.submissions <= per_minute AND kept.calls <= most_calls THEN
		INSERT INTO "limiter"."admitted" (bucket, submission, at) VALUES (call_bucket, call_submission, taken_at)
		ON CONFLICT (bucket, submission) DO UPDATE SET at = excluded.at;
	END IF;
	calls := kept.calls;
	submissions := kept.submissions;
	bytes := kept.bytes;
	wait := extract(epoch FROM kept.since + interval '1 minute' - taken_at);
END $$;
