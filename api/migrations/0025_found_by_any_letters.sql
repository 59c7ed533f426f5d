-- contract: words of an enquiry are made anew; a program of before reads and fills them as it did.
-- Letters as they are compared: small, in one way of writing, and without accents. Signs of Indian scripts are no accents.
-- Only databases in UTF-8 can have such letters.
CREATE FUNCTION public.plain_letters(content text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  IF getdatabaseencoding() <> 'UTF8' THEN RETURN lower(content); END IF;
  RETURN lower(normalize(regexp_replace(normalize(content, NFD), E'[\u0300-\u036f]', '', 'g'), NFC));
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION public.enquiry_word_list(content text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  words text[];
BEGIN
  words := array_remove(string_to_array(regexp_replace(public.plain_letters(content),
    E'[\\s!-/:-@\\[-`{-~\u00a0-\u00bf\u0964\u0965\u2000-\u206f\u3000-\u303f]+', ' ', 'g'), ' '), '');
  -- A word that is too long cannot be indexed, and its enquiry would not be kept.
  IF octet_length(content) > 1000 THEN words := array(select left(word, 64) from unnest(words) as word); END IF;
  RETURN coalesce(words, '{}');
END $$;--> statement-breakpoint
-- Of a phone number its digits are words too, from its tenth-last digit on, and from each of the next: people remember its end.
CREATE OR REPLACE FUNCTION public.enquiry_words(name text, fname text, lname text, email text, phone text, subject text, message text)
RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  digits text := translate(phone, ' +()-./', '');
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
