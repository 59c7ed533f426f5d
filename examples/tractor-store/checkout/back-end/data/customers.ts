/** Who may sign in. Of a password only its scrypt hash is kept; the README names the passwords, for this is an example. */
export const customers = [
  {
    email: 'ada@farm.example',
    name: 'Ada Field',
    salt: 'fdbb02acef81d1719a6e26bc057d9a32',
    hash: '8865c71e19c071da87227c82b15d8ffa0ed543ec4202b4379dbbe9a810ad6a6b',
  },
  {
    email: 'grace@farm.example',
    name: 'Grace Meadow',
    salt: '6a4a491bf1db26afc4f2eb6f71621eae',
    hash: '0c12d995c43aff49a92592f0e3b6c004e0fe6c4c753577811535552700a9d190',
  },
];
