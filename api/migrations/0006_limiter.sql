CREATE SCHEMA "limiter";
--> statement-breakpoint
CREATE UNLOGGED TABLE "limiter"."admitted" (
	"bucket" text NOT NULL,
	"submission" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "admitted_bucket_submission_pk" PRIMARY KEY("bucket","submission")
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "limiter"."counts" (
	"bucket" text PRIMARY KEY NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"calls" integer NOT NULL,
	"submissions" integer NOT NULL,
	"bytes" bigint NOT NULL
);
