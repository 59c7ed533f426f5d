/** Loads React whole and shares it, even from a layout without React parts. Our own module, because the bundler would have to analyse the exports of a shared one. */
import 'react';
import 'react/jsx-runtime';
import 'react-dom/client';
