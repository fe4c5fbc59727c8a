print("pantile")
