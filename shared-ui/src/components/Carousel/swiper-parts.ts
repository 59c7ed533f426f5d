/* What the carousel needs of Swiper, as one chunk of its own: named here, the rest of the library is left out. */
export { Swiper } from 'swiper';
export { Autoplay } from 'swiper/modules';
