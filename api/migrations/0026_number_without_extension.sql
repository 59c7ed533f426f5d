-- contract: words of an enquiry are made anew; a program of before reads and fills them as it did.
-- An extension ("x 12", "ext. 12", "#12", ",12") is no part of the number whose end people remember.
CREATE OR REPLACE FUNCTION public.enquiry_words(name text, fname text, lname text, email text, phone text, subject text, message text)
RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  digits text := translate(substring(phone from '^[^,#A-Za-z]*'), ' +()-./', '');
BEGIN
  RETURN array_to_tsvector(public.enquiry_word_list(concat_ws(' ', name, fname, lname, email, phone, subject, message, digits,
    (select string_agg(right(digits, n), ' ') from generate_series(4, 10) as n))));
END $$;--> statement-breakpoint
-- A generated column keeps what it was made of: it is made anew.
ALTER TABLE enquiries DROP COLUMN words;--> statement-breakpoint
ALTER TABLE enquiries ADD COLUMN words tsvector GENERATED ALWAYS AS (
  public.enquiry_words(name, fname, lname, email, phone, subject, coalesce(message, '') || ' ' || public.enquiry_answers(answers))
) STORED;--> statement-breakpoint
CREATE INDEX enquiries_words ON enquiries USING gin (words);
