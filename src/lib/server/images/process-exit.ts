// With what codes the process for images exits when it gives up an image.
export const OUT_OF_TIME = 1;
export const OUT_OF_MEMORY = 2;
