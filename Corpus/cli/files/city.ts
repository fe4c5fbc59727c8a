export const city = 'Paris'
