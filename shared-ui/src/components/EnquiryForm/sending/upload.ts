/** A large file on a slow line takes its time; silence for this long does not. */
const UPLOAD_TIMEOUT = 120_000;

/**
 * Posts a multipart body and tells how far it is, which `fetch` cannot.
 * @returns the text of the answer, whatever its HTTP status
 */
export function upload(
  address: string,
  headers: Record<string, string>,
  body: FormData,
  onProgress: (share: number) => void,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = () => reject(new Error(`The upload to ${address} did not go through`));
    request.open('POST', address);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.timeout = UPLOAD_TIMEOUT;
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    };
    request.onload = () => resolve(request.responseText);
    request.onerror = fail;
    request.ontimeout = fail;
    request.onabort = fail;
    request.send(body);
  });
}
