/** A file beside the entry, and the digest by which its bytes are known. */
export interface PromisedFile {
  /** Relative to the entry. */
  file: string;
  integrity: string;
}

/** A release, as its `remoteEntry.js` finds it. */
export interface RemoteEntryOptions {
  /** Global name of the container. */
  name: string;
  /** Brings the runtime, and gives `_FEDERATION_FOREIGN`. */
  foreign: PromisedFile;
  /** The script by which our own host begins. */
  entry: PromisedFile;
  /** What `./embed` needs to know of the release. */
  embed: PromisedFile;
}

const quoted = ({ file, integrity }: PromisedFile): string => `${JSON.stringify(file)},${JSON.stringify(integrity)}`;

/**
 * The script `remoteEntry.js`: a container that starts in any Module Federation host. It holds addresses and digests alone;
 * the rest comes when a host first asks for something. A load that failed is tried again by the next call.
 */
export const remoteEntryScript = ({ name, foreign, entry, embed }: RemoteEntryOptions): string => `var ${name};(()=>{
let a=document.currentScript.src,p,r=u=>u,
t=globalThis.trustedTypes?.createPolicy(${JSON.stringify(`remote-${name}`)},{createScriptURL:r})??{createScriptURL:r},
l=(f,integrity)=>new Promise((y,n)=>{let s=Object.assign(document.createElement("script"),{integrity,crossOrigin:"anonymous",onload:y,onerror(){s.remove();n(Error(s.src+" did not come, or is not the promised bytes"))}});s.src=t.createScriptURL(new URL(f,a).href);document.head.append(s)}),
o=()=>p??=l(${quoted(foreign)}).then(()=>_FEDERATION_FOREIGN(${JSON.stringify(name)},a,()=>l(${quoted(entry)}),${quoted(embed)})).catch(e=>{p=0;throw e});
${name}={init:async(...g)=>(await o()).init(...g),get:async m=>(await o()).get(m)}})()
`;
