export const BUCKET = 'site';

/** What the AWS SDK and the stores need to reach the S3 of the cluster. */
export const s3Settings = (endpoint: string): Record<string, string> => ({
  S3_ENDPOINT: endpoint,
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'cluster',
  AWS_SECRET_ACCESS_KEY: 'cluster',
  RELEASES_URL: `s3://${BUCKET}/releases`,
  PRIVATE_STORE_URL: `s3://${BUCKET}/private`,
  UPLOADS_URL: `s3://${BUCKET}/uploads`,
});
