-- contract: an earlier program checks the forms itself, and fills the new column with nothing.
ALTER TABLE "enquiries" DROP CONSTRAINT "enquiries_form";--> statement-breakpoint
ALTER TABLE "enquiries" ADD COLUMN "answers" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
-- What further fields hold is found, too. A generated column cannot change what it is made of: it is made anew.
CREATE FUNCTION public.enquiry_answers(answers jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  select coalesce(string_agg(value, ' '), '') from jsonb_each_text(answers)
$$;--> statement-breakpoint
ALTER TABLE enquiries DROP COLUMN words;--> statement-breakpoint
ALTER TABLE enquiries ADD COLUMN words tsvector GENERATED ALWAYS AS (
  public.enquiry_words(name, fname, lname, email, phone, subject, coalesce(message, '') || ' ' || public.enquiry_answers(answers))
) STORED;--> statement-breakpoint
CREATE INDEX enquiries_words ON enquiries USING gin (words);
