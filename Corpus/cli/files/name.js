export const name = 'from name.js'
