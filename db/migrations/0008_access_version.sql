ALTER TABLE "integrations" ADD COLUMN "access_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
-- Whatever writes an integration or its credentials, the version rises in the same transaction.
CREATE FUNCTION raise_access_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.access_version := OLD.access_version + 1;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER integrations_access_version BEFORE UPDATE ON integrations
  FOR EACH ROW EXECUTE FUNCTION raise_access_version();
--> statement-breakpoint
CREATE FUNCTION raise_access_version_of_credential() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Any update will do: the trigger of the table raises the version.
  IF TG_OP = 'TRUNCATE' THEN
    UPDATE integrations SET access_version = access_version;
  ELSE
    UPDATE integrations SET access_version = access_version
    WHERE id = CASE WHEN TG_OP = 'DELETE' THEN OLD.integration_id ELSE NEW.integration_id END
      OR (TG_OP = 'UPDATE' AND id = OLD.integration_id);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER credentials_access_version AFTER INSERT OR UPDATE OR DELETE ON credentials
  FOR EACH ROW EXECUTE FUNCTION raise_access_version_of_credential();
--> statement-breakpoint
CREATE TRIGGER credentials_truncated AFTER TRUNCATE ON credentials
  FOR EACH STATEMENT EXECUTE FUNCTION raise_access_version_of_credential();
