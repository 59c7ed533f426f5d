-- contract: nothing is taken away. The column stage is new, has a default, and old code does not write it.
CREATE TABLE "site_fact_revisions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"version" integer NOT NULL,
	"value" jsonb,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"by" text NOT NULL,
	CONSTRAINT "site_fact_revisions_version" UNIQUE("name","version")
);
--> statement-breakpoint
CREATE TABLE "site_facts" (
	"name" text PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"value" jsonb,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "enquiry_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"enquiry_id" uuid NOT NULL,
	"author_id" text NOT NULL,
	"author" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "enquiry_replies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"enquiry_id" uuid NOT NULL,
	"author" text NOT NULL,
	"to" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "office_audit" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor_id" text NOT NULL,
	"actor" text NOT NULL,
	"area" text NOT NULL,
	"action" text NOT NULL,
	"record" text,
	"detail" jsonb
);
--> statement-breakpoint
CREATE TABLE "reply_templates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reply_templates_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "post_redirects" (
	"slug" text PRIMARY KEY NOT NULL,
	"post_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "post_revisions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"post_id" integer NOT NULL,
	"version" integer NOT NULL,
	"snapshot" jsonb NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"by" text NOT NULL,
	CONSTRAINT "post_revisions_version" UNIQUE("post_id","version")
);
--> statement-breakpoint
CREATE TABLE "refund_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"reason" text NOT NULL,
	"state" text DEFAULT 'asked' NOT NULL,
	"refund_id" text,
	"error" text,
	"requested_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refund_requests_amount" CHECK ("refund_requests"."amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "enquiries" ADD COLUMN "stage" text DEFAULT 'new' NOT NULL;--> statement-breakpoint
ALTER TABLE "enquiries" ADD COLUMN "assignee" text;--> statement-breakpoint
ALTER TABLE "enquiries" ADD COLUMN "read_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "markdown" text;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "updated_by" text;--> statement-breakpoint
ALTER TABLE "enquiry_notes" ADD CONSTRAINT "enquiry_notes_enquiry_id_enquiries_id_fk" FOREIGN KEY ("enquiry_id") REFERENCES "public"."enquiries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enquiry_replies" ADD CONSTRAINT "enquiry_replies_enquiry_id_enquiries_id_fk" FOREIGN KEY ("enquiry_id") REFERENCES "public"."enquiries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_redirects" ADD CONSTRAINT "post_redirects_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_revisions" ADD CONSTRAINT "post_revisions_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "enquiry_notes_enquiry" ON "enquiry_notes" USING btree ("enquiry_id","created_at");--> statement-breakpoint
CREATE INDEX "enquiry_replies_enquiry" ON "enquiry_replies" USING btree ("enquiry_id","created_at");--> statement-breakpoint
CREATE INDEX "office_audit_record" ON "office_audit" USING btree ("area","record");--> statement-breakpoint
CREATE INDEX "refund_requests_payment" ON "refund_requests" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "enquiries_by_stage" ON "enquiries" USING btree ("status","stage","created_at","id");--> statement-breakpoint
CREATE INDEX "enquiries_unread" ON "enquiries" USING btree ("created_at") WHERE "enquiries"."read_at" is null and "enquiries"."status" = 'new';--> statement-breakpoint
ALTER TABLE "enquiries" ADD CONSTRAINT "enquiries_stage" CHECK ("enquiries"."stage" in ('new', 'answered', 'won', 'lost'));
--> statement-breakpoint
-- Functions of a generated column name their schema. The words of an enquiry, in any script: what
-- lies between blanks and punctuation. PostgreSQL's own parser depends on the locale of the database, and would cut Tamil words
-- at their vowel signs in some.
-- In PL/pgSQL, because functions in SQL that call each other are planned anew at each call.
CREATE FUNCTION public.enquiry_word_list(content text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  words text[];
BEGIN
  -- Keyboards write the same letter in two ways; only databases in UTF-8 can have such letters.
  IF getdatabaseencoding() = 'UTF8' THEN content := normalize(content, NFC); END IF;
  words := array_remove(string_to_array(regexp_replace(lower(content),
    E'[\\s!-/:-@\\[-`{-~\u00a0-\u00bf\u0964\u0965\u2000-\u206f\u3000-\u303f]+', ' ', 'g'), ' '), '');
  -- A word that is too long cannot be indexed, and its enquiry would not be kept.
  IF octet_length(content) > 1000 THEN words := array(select left(word, 64) from unnest(words) as word); END IF;
  RETURN coalesce(words, '{}');
END $$;--> statement-breakpoint
-- Of a phone number its digits are words too, with and without the country's code.
CREATE FUNCTION public.enquiry_words(name text, fname text, lname text, email text, phone text, subject text, message text)
RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  digits text := translate(phone, ' +()-./', '');
BEGIN
  RETURN array_to_tsvector(public.enquiry_word_list(
    concat_ws(' ', name, fname, lname, email, phone, subject, message, digits, right(digits, 10))));
END $$;--> statement-breakpoint
-- All words of a query, each as the beginning of a word. A phone number is one word, however it is written.
CREATE FUNCTION public.enquiry_query(content text) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  select coalesce(string_agg(quote_literal(word) || ':*', ' & '), '')::tsquery
  from unnest(public.enquiry_word_list(
    case when content ~ '^[\d\s()+./-]{5,}$' then regexp_replace(content, '\D', '', 'g') else content end
  )) as word
$$;--> statement-breakpoint
-- Kept in the row: a word that most enquiries hold is looked for in each of them, which must not cut their words again.
ALTER TABLE enquiries ADD COLUMN words tsvector
  GENERATED ALWAYS AS (public.enquiry_words(name, fname, lname, email, phone, subject, message)) STORED;--> statement-breakpoint
CREATE INDEX enquiries_words ON enquiries USING gin (words);--> statement-breakpoint
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Rows of % are only added.', TG_TABLE_NAME;
END $$;--> statement-breakpoint
CREATE TRIGGER office_audit_only_grows BEFORE UPDATE OR DELETE ON office_audit FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER office_audit_not_emptied BEFORE TRUNCATE ON office_audit FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
-- Enquiries of which only the mail arrived; from now on a job finds them.
INSERT INTO enquiries (id, submission_key, form, fname, lname, name, email, phone, subject, message, status, signals, notice, created_at)
SELECT gen_random_uuid(), m.submission_key, m.form, m.fields->>'fname', m.fields->>'lname', m.fields->>'name', m.email,
       coalesce(m.fields->>'phone', m.fields->>'number', ''), m.fields->>'subject', m.fields->>'message',
       CASE WHEN m.suspect THEN 'suspect' ELSE 'new' END, m.signals, m.notice, m.created_at
FROM mails m
WHERE m.form IS NOT NULL AND m.fields IS NOT NULL
ON CONFLICT DO NOTHING;
