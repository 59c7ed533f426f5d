declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}
declare module '*.css' {}
declare module '*.content.json' {
  const content: unknown;
  export default content;
}
declare module '*.svg' {
  const address: string;
  export default address;
}
declare module '*.png' {
  export { default } from '*.svg';
}
declare module '*.jpg' {
  export { default } from '*.svg';
}
declare module '*.jpeg' {
  export { default } from '*.svg';
}
declare module '*.webp' {
  export { default } from '*.svg';
}
declare module '*.avif' {
  export { default } from '*.svg';
}
declare module '*.gif' {
  export { default } from '*.svg';
}
declare module '*.ico' {
  export { default } from '*.svg';
}
declare module '*.mp4' {
  export { default } from '*.svg';
}
declare module '*.webm' {
  export { default } from '*.svg';
}
declare module '*.mp3' {
  export { default } from '*.svg';
}
declare module '*.pdf' {
  export { default } from '*.svg';
}
